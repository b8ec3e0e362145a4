/** Views ask anew every few seconds while somebody looks. */
export const polling = { pollingInterval: 5000, skipPollingIfUnfocused: true, refetchOnFocus: true } as const;
