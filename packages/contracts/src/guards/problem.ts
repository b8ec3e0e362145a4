import type { Problem } from '../problems.ts';
import { isNumber, isObjectOf, isOptional, isText } from './guard.ts';

const hasStandardMembers = isObjectOf<Pick<Problem, 'type' | 'title' | 'status' | 'code' | 'detail'>>({
  type: isText,
  title: isText,
  status: isNumber,
  code: isText,
  detail: isOptional(isText),
});

/** Accepts what `problemSchema` accepts. */
export const isProblem = (value: unknown): value is Problem => hasStandardMembers(value);
