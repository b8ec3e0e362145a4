/** A major version of the Shell API. */
export interface ContractVersion {
  readonly contract: number;
  /** The last day on which a shell serves it, such as `2027-06-30`. Null until an end is decided. */
  readonly acceptedUntil: string | null;
}

/** Every major version of the Shell API. A new one is added here, and the end of an older one is announced here. */
export const contractVersions: readonly ContractVersion[] = [{ contract: 1, acceptedUntil: null }];

/** The last day on which a shell serves a contract; null if no end is decided. */
export const acceptedUntil = (versions: readonly ContractVersion[], contract: number): string | null =>
  versions.find((version) => version.contract === contract)?.acceptedUntil ?? null;
