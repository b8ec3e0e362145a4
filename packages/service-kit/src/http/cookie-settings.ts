export interface CookieSettings {
  /** Signs the values that browsers store, so that they cannot be changed. */
  readonly secret: string;
  /** Whether browsers reach the product over https. */
  readonly isSecure: boolean;
}
