import { readConfig } from '../platform/config.ts';
import { publicConfig } from './public-config.ts';

const linksWith = (settings: Record<string, string>) =>
  publicConfig(readConfig({ NODE_ENV: 'test', ...settings }), 'USD').links;

it('links to the external app and the support email of the brand, and to no store, by default', () => {
  expect(linksWith({})).toEqual({
    app: 'https://app.candela.example',
    supportEmail: 'support@candela.example',
    portalLogin: null,
    appStore: null,
    googlePlay: null,
  });
});

it('takes the external app, the support email and the stores from the environment', () => {
  const settings = {
    APP_URL: 'https://learn.example.com',
    SUPPORT_EMAIL: 'help@example.com',
    STORE_LINK_APPLE: 'https://apps.apple.com/app/id1',
    STORE_LINK_GOOGLE: 'https://play.google.com/store/apps/details?id=one',
  };
  expect(linksWith(settings)).toEqual({
    app: 'https://learn.example.com',
    supportEmail: 'help@example.com',
    portalLogin: null,
    appStore: 'https://apps.apple.com/app/id1',
    googlePlay: 'https://play.google.com/store/apps/details?id=one',
  });
});

it('links to the login of the customer portal where payments have one', () => {
  const stripe = {
    STRIPE_SECRET_KEY: 'sk_test_1',
    STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
    STRIPE_WEBHOOK_SECRET: 'whsec_1',
  };
  const login = 'https://billing.stripe.com/p/login/test_1';
  expect(linksWith({ ...stripe, STRIPE_PORTAL_LOGIN_URL: login }).portalLogin).toBe(login);
  expect(linksWith(stripe).portalLogin).toBeNull();
});
