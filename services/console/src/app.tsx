import { useState, type ReactNode } from 'react';
import { useDispatch } from 'react-redux';
import { Route, Routes } from 'react-router-dom';

import { AppPage } from './apps/app-page.tsx';
import { copy } from './content/copy.ts';
import { DeliveriesPage } from './deliveries/deliveries-page.tsx';
import { EmailsPage } from './emails/emails-page.tsx';
import { AnnouncementProvider } from './components/announcement.tsx';
import { FailureNotice } from './components/notices.tsx';
import { forgetDrafts } from './components/use-draft.ts';
import { Layout } from './layout/layout.tsx';
import { LoadingLayout } from './layout/loading-layout.tsx';
import { views, type ViewName } from './layout/views.ts';
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

const pages: Readonly<Record<ViewName, ReactNode>> = {
  overview: <OverviewPage />,
  reports: <ReportsPage />,
  experiments: <ExperimentsPage />,
  versions: <VersionsPage />,
  history: <HistoryPage />,
  deliveries: <DeliveriesPage />,
  tokens: <TokensPage />,
  emails: <EmailsPage />,
};

export function App() {
  // Another tab may have signed in another operator.
  const session = consoleApi.useSessionQuery(undefined, { refetchOnFocus: true });
  const [signOut, { error: signOutError }] = consoleApi.useSignOutMutation();
  const dispatch = useDispatch();
  const isSignedOut = toFailure(session.error)?.kind === 'signed-out';
  // A dialog that the operator closed stays closed until another call fails.
  const [closedFor, setClosedFor] = useState<unknown>(null);

  if (!session.data)
    return isSignedOut ? (
      <SignInPage />
    ) : (
      <LoadingLayout>
        <QueryContent query={session}>{() => null}</QueryContent>
      </LoadingLayout>
    );

  const { permissions } = session.data;
  async function leaveSession() {
    const failure = toFailure((await signOut()).error);
    // The view stays if the operator may still be signed in.
    if (failure && failure.kind !== 'signed-out') return;
    forgetDrafts();
    dispatch(consoleApi.util.resetApiState());
  }
  return (
    <OperatorProvider value={session.data}>
      <AnnouncementProvider>
        <Layout operator={session.data} onSignOut={() => void leaveSession()}>
          <FailureNotice error={signOutError} />
          {permissions.includes('read-analytics') ? (
            <Routes>
              {views.map(({ name, path, permission }) => (
                <Route
                  key={name}
                  path={path}
                  element={
                    permissions.includes(permission) ? (
                      pages[name]
                    ) : (
                      <Page title={copy.views[name]} intro={copy.notPermitted} queries={[]} />
                    )
                  }
                />
              ))}
              <Route path="/apps/:name" element={<AppPage />} />
              <Route
                path="*"
                element={<Page title={copy.views.notFound} intro={copy.notFound} queries={[]} />}
              />
            </Routes>
          ) : (
            <Page title={copy.views.publishing} intro={copy.noAnalytics} queries={[]} />
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
