import { useTitle } from '../components/page.tsx';
import { copy } from '../content/copy.ts';
import { Brand } from '../layout/brand.tsx';
import styles from './session.module.css';
import { SignInForm } from './sign-in-form.tsx';

export function SignInPage() {
  useTitle(copy.session.signIn);
  return (
    <main className={styles['page']}>
      <div className={styles['card']}>
        <Brand />
        <h1 className={styles['title']}>{copy.session.title}</h1>
        <p className={styles['intro']}>{copy.session.intro}</p>
        <SignInForm />
      </div>
    </main>
  );
}
