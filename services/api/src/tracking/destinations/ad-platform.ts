import type { Config } from '../../platform/config.ts';
import { sha256 } from '../../platform/emails/hash-email.ts';
import { epochSeconds, conversionValue } from '../conversions/conversion.ts';
import { classifyByErrorInBody, type AdAdapter } from './ad-adapter.ts';

/** Returns null if it is not configured. */
export function createAdPlatform(config: Config): AdAdapter | null {
  const { AD_PLATFORM_URL: url, AD_PLATFORM_PIXEL_ID: pixelId } = config;
  if (!url || !pixelId) return null;
  return {
    maxAgeDays: 7,
    /**
     * Builds a request to the platform's event endpoint. Times are Unix seconds as text, and ISO 8601 in the properties.
     */
    request(conversion, eventName) {
      const { id, atMs, visitId, contentName, contentId, currency, transactionId, emailSha256, trace } =
        conversion;
      return {
        url,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({
          event: eventName,
          event_time: String(epochSeconds(conversion)),
          properties: {
            pixel_id: pixelId,
            event_id: id,
            content_name: contentName,
            content_id: contentId,
            value: conversionValue(conversion),
            currency,
            order_id: transactionId,
            ...trace.attribution,
            timestamp: new Date(atMs).toISOString(),
            url: conversion.url,
          },
          context: {
            user: {
              external_id: sha256(visitId),
              email: emailSha256,
              ip: trace.address,
              user_agent: trace.agent,
            },
          },
        }),
      };
    },
    // A body is not required, but one that reports an error is believed.
    classify: classifyByErrorInBody,
  };
}
