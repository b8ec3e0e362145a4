/** Views fetch their data again every few seconds while they are visible. */
export const polling = { pollingInterval: 5000, skipPollingIfUnfocused: true, refetchOnFocus: true } as const;
