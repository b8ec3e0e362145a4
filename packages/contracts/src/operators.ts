import * as z from 'zod/mini';

/** A viewer looks; a manager also moves releases and deliveries. */
export const operatorRoles = ['viewer', 'manager'] as const;
export type OperatorRole = (typeof operatorRoles)[number];

export const operatorNameSchema = z.string().check(z.regex(/^[a-z][a-z0-9.-]{0,39}$/));

/** Who is signed in. */
export const operatorSchema = z.object({ name: z.string(), role: z.enum(operatorRoles) });
export type Operator = z.infer<typeof operatorSchema>;

/** `POST /api/operator/session`: the browser gets a cookie that no script can read. `DELETE` ends it, `GET` tells who one is. */
export const signInRequestSchema = z.strictObject({ token: z.string().check(z.maxLength(200)) });

export const tokenRequestSchema = z.strictObject({
  name: operatorNameSchema,
  role: z.enum(operatorRoles),
  days: z.int().check(z.gte(1), z.lte(366)),
});
/** The one time that a token is shown. */
export const newTokenSchema = z.object({ token: z.string(), name: z.string(), expiresAt: z.int() });

export const operatorTokensSchema = z.object({
  tokens: z.array(
    z.object({
      id: z.string(),
      name: z.string(),
      role: z.enum(operatorRoles),
      createdAt: z.int(),
      expiresAt: z.int(),
    }),
  ),
});
export type OperatorTokens = z.infer<typeof operatorTokensSchema>;
