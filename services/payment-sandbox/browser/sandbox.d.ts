/** What the sandbox tells `stripe.js` about itself. */
declare const sandbox: { readonly publishableKey: string; readonly version: string };
