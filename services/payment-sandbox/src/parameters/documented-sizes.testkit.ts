/** The sizes that Stripe documents but its library's types do not state, as JSON schema keywords by the parameter's name. */
export const documentedSizes: Readonly<Record<string, object>> = {
  // https://docs.stripe.com/api/metadata
  metadata: {
    maxProperties: 50,
    propertyNames: { maxLength: 40 },
    additionalProperties: { type: 'string', maxLength: 500 },
  },
  // https://docs.stripe.com/api/prices/create#create_price-lookup_key
  lookup_key: { maxLength: 200 },
  // https://docs.stripe.com/api/prices/list#list_prices-lookup_keys
  lookup_keys: { maxItems: 10 },
  // https://docs.stripe.com/api/checkout/sessions/create#create_checkout_session-custom_text-submit-message
  message: { maxLength: 1200 },
};
