import { useState } from 'react';
import { useDispatch } from 'react-redux';
import { Route, Routes } from 'react-router-dom';

import { AppPage } from './apps/app-page.tsx';
import { copy } from './content/copy.ts';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { EmailsPage } from './emails/emails-page.tsx';
import { AnnouncementProvider } from './components/announcement.tsx';
import { FailureNotice } from './components/failure-notice.tsx';
import { Layout } from './layout/layout.tsx';
import { HistoryPage } from './history/history-page.tsx';
import { OverviewPage } from './overview/overview-page.tsx';
import { QueryContent } from './components/query-content.tsx';
import { Page } from './components/page.tsx';
import { consoleApi } from './api/console-api.ts';
import { toFailure } from './api/failure.ts';
import { OperatorProvider } from './session/operator-context.tsx';
import { ExperimentsPage } from './experiments/experiments-page.tsx';
import { ReportsPage } from './reports/reports-page.tsx';
import { SignInAgain } from './session/sign-in-again.tsx';
import { SignInPage } from './session/sign-in-page.tsx';
import { TokensPage } from './tokens/tokens-page.tsx';
import { VersionsPage } from './versions/versions-page.tsx';

export function App() {
  // Another tab may have signed in another operator.
  const session = consoleApi.useSessionQuery(undefined, { refetchOnFocus: true });
  const [signOut, { error: signOutError }] = consoleApi.useSignOutMutation();
  const dispatch = useDispatch();
  const isSignedOut = toFailure(session.error)?.kind === 'signed-out';
  // A dialog that the operator closed stays closed until another call fails.
  const [closedFor, setClosedFor] = useState<unknown>(null);

  if (!session.data)
    return isSignedOut ? <SignInPage /> : <QueryContent query={session}>{() => null}</QueryContent>;

  async function leaveSession() {
    const failure = toFailure((await signOut()).error);
    // The view stays if the operator may still be signed in.
    if (!failure || failure.kind === 'signed-out') dispatch(consoleApi.util.resetApiState());
  }
  return (
    <OperatorProvider value={session.data}>
      <AnnouncementProvider>
        <Layout operator={session.data} onSignOut={() => void leaveSession()}>
          <FailureNotice error={signOutError} />
          {session.data.permissions.includes('read-analytics') ? (
            <Routes>
              <Route path="/" element={<OverviewPage />} />
              <Route path="/reports" element={<ReportsPage />} />
              <Route path="/experiments" element={<ExperimentsPage />} />
              <Route path="/versions" element={<VersionsPage />} />
              <Route path="/apps/:name" element={<AppPage />} />
              <Route path="/history" element={<HistoryPage />} />
              <Route path="/deliveries" element={<DeliveriesPage />} />
              <Route path="/emails" element={<EmailsPage />} />
              <Route path="/tokens" element={<TokensPage />} />
              <Route
                path="*"
                element={<Page title={copy.views.notFound} lead={copy.notFound} queries={[]} />}
              />
            </Routes>
          ) : (
            <Page title={copy.brand} lead={copy.noAnalytics} queries={[]} />
          )}
        </Layout>
        <SignInAgain
          open={isSignedOut && closedFor !== session.error}
          onClose={() => setClosedFor(session.error)}
        />
      </AnnouncementProvider>
    </OperatorProvider>
  );
}
