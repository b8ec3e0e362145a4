/** A publication that wrote about the product. */
export interface MediaLogo {
  readonly name: string;
  /** One or two letters in front of the name. */
  readonly mark: string;
  /** The article. Null if it is not online. */
  readonly link: string | null;
  /** Samples do not refer to real publications. Replace them before launch. */
  readonly isSample: boolean;
}

/** The owner's list of publications, shown on the statistic slide unless `CLAIMS` is `strict`. */
export const mediaLogos: readonly MediaLogo[] = [
  { name: 'The Ledger', mark: 'L', link: null, isSample: true },
  { name: 'Market Weekly', mark: 'MW', link: null, isSample: true },
  { name: 'Open Finance', mark: 'OF', link: null, isSample: true },
  { name: 'Daily Signal', mark: 'DS', link: null, isSample: true },
];
