export interface CookieSettings {
  /** Signs what browsers are to keep and not to change. */
  readonly secret: string;
  /** Whether browsers reach the product by https. */
  readonly isSecure: boolean;
}
