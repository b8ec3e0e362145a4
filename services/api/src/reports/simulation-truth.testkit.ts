import { simulatedSteps, type SimulatedVisit } from './simulation.testkit.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** When the reports are read. */
export const now = Date.UTC(2026, 3, 9, 15, 20);
/** The date in Berlin, of a time in 2026. */
export const berlinDate = (at: number) => {
  const offsetHours = at < Date.UTC(2026, 2, 29, 1) || at >= Date.UTC(2026, 9, 25, 1) ? 1 : 2;
  return new Date(at + offsetHours * hourMs).toISOString().slice(0, 10);
};

/** The dates from the first to the last. */
export function datesOf(first: string, last: string): string[] {
  const dates: string[] = [];
  for (let at = Date.parse(first); at <= Date.parse(last); at += dayMs)
    dates.push(new Date(at).toISOString().slice(0, 10));
  return dates;
}

/** What a report is asked for. */
export type Query = Readonly<Record<string, string>>;

/** How long a visit stayed on a step, in seconds, and when it had seen it and the next one. */
function stayOf({ views }: SimulatedVisit, path: string) {
  const firsts = views.filter((view, n) => views.findIndex((other) => other.path === view.path) === n);
  const index = firsts.findIndex((view) => view.path === path);
  const [view, next] = [firsts[index], firsts[index + 1]];
  if (!view || !next || next.at > now) return null;
  return { at: view.at, seconds: (next.at - view.at) / 1000 };
}

/** The truth, counted one visit at a time. */
export function truthOf(
  all: readonly SimulatedVisit[],
  { from: first = '', to: last = '', ...filter }: Query,
) {
  const visits = all.filter(
    (visit) =>
      visit.set !== null &&
      Object.entries(filter).every(([name, value]) => Reflect.get(visit, name) === value),
  );
  const isIn = (dates: readonly string[]) => (at: number | null) =>
    at !== null && at <= now && dates.includes(berlinDate(at));
  const metricsIn = (dates: readonly string[]) => {
    const isCounted = isIn(dates);
    const payments = visits.flatMap(({ currency, payments: own }) =>
      own.filter(({ at }) => isCounted(at)).map((payment) => ({ ...payment, currency })),
    );
    const minorOf = (currency: string, kinds: readonly string[]) =>
      payments
        .filter((payment) => payment.currency === currency && kinds.includes(payment.kind))
        .reduce((sum, { amountMinor }) => sum + amountMinor, 0);
    return {
      visitors: visits.filter(({ at }) => isCounted(at)).length,
      leads: visits.filter(({ leadAt }) => isCounted(leadAt)).length,
      purchases: payments.filter(({ kind }) => kind === 'first').length,
      money: [...new Set(payments.map(({ currency }) => currency))].toSorted().map((currency) => ({
        currency,
        paidMinor: minorOf(currency, ['first', 'renewal']),
        returnedMinor: minorOf(currency, ['refund', 'dispute']),
      })),
    };
  };
  const dates = datesOf(first, last);
  const length = dates.length * dayMs;
  const dateBefore = (date: string) => new Date(Date.parse(date) - length).toISOString().slice(0, 10);
  return {
    metrics: metricsIn(dates),
    previous: metricsIn(datesOf(dateBefore(first), dateBefore(last))),
    days: dates.map((date) => ({ date, ...metricsIn([date]) })),
    stays: (path: string) =>
      visits.flatMap((visit) => {
        const stay = stayOf(visit, path);
        return stay && isIn(dates)(stay.at) ? stay.seconds : [];
      }),
    steps: new Map(
      simulatedSteps.map((path) => [
        path,
        visits.filter(({ views }) => isIn(dates)(views.find((view) => view.path === path)?.at ?? null))
          .length,
      ]),
    ),
  };
}
