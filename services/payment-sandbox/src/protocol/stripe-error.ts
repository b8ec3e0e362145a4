/** An error in Stripe's format. https://docs.stripe.com/api/errors */
export class StripeError extends Error {
  readonly status: number;
  readonly fields: { type: string; code?: string; param?: string };

  constructor(status: number, message: string, fields: Partial<StripeError['fields']> = {}) {
    super(message);
    this.status = status;
    this.fields = { type: 'invalid_request_error', ...fields };
  }

  toBody() {
    return { error: { message: this.message, ...this.fields } };
  }
}

export function unknownParameters(params: readonly string[]): StripeError {
  const noun = params.length === 1 ? 'parameter' : 'parameters';
  return new StripeError(400, `Received unknown ${noun}: ${params.join(', ')}`, {
    code: 'parameter_unknown',
    param: params[0],
  });
}

export function missingParameter(param: string): StripeError {
  return new StripeError(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
}

export function invalidParameter(param: string, message: string): StripeError {
  return new StripeError(400, message, { param });
}

/** Status 404 if the path contains the id, 400 if a parameter does. */
export function noSuch(noun: string, id: string, param = 'id'): StripeError {
  return new StripeError(param === 'id' ? 404 : 400, `No such ${noun}: '${id}'`, {
    code: 'resource_missing',
    param,
  });
}

/** The id that a parameter chooses belongs to another object. */
export function alreadyExists(message: string): StripeError {
  return new StripeError(400, message, { code: 'resource_already_exists', param: 'id' });
}

/** The row that a request names, in its path or in a parameter. Throws Stripe's error for a missing object. */
export function find<Row>(rows: ReadonlyMap<string, Row>, noun: string, id: string, param?: string): Row {
  const row = rows.get(id);
  if (row === undefined) throw noSuch(noun, id, param);
  return row;
}
