interface MailLinkProps {
  readonly address: string;
  readonly subject?: string;
}

export function MailLink({ address, subject }: MailLinkProps) {
  return (
    <a href={`mailto:${address}${subject ? `?subject=${encodeURIComponent(subject)}` : ''}`}>{address}</a>
  );
}
