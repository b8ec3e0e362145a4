export const en = {
  title: 'Example',
  text: 'This screen is ready for its content.',
  action: 'Go to the quiz',
};

export type Content = typeof en;
