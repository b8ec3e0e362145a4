interface MailLinkProps {
  readonly email: string;
  readonly subject?: string;
}

export function MailLink({ email, subject }: MailLinkProps) {
  return <a href={`mailto:${email}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>{email}</a>;
}
