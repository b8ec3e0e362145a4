import { currencies } from '../amounts.ts';
import type { PublicConfig } from '../api.ts';
import { planIds } from '../plan-catalog.ts';
import { isNullable, isObjectOf, isOneOf, isOptional, isRecordOf, isText } from './guard.ts';

/** Accepts what `publicConfigSchema` accepts. */
export const isPublicConfig = isObjectOf<PublicConfig>({
  currency: isOneOf(...currencies),
  stripe: isNullable(isObjectOf({ publishableKey: isText, scriptUrl: isText })),
  consent: isOneOf('implied', 'required'),
  offerExpiry: isOneOf('header', 'enforce'),
  checkoutPresentation: isOneOf('page', 'dialog'),
  claims: isOneOf('all', 'strict'),
  firstPlan: isOptional(isOneOf(...planIds)),
  variants: isOptional(isRecordOf(isText)),
  remotesOrigin: isOptional(isText),
  links: isObjectOf({
    app: isText,
    supportEmail: isText,
    portalLogin: isNullable(isText),
    appStore: isNullable(isText),
    googlePlay: isNullable(isText),
  }),
});
