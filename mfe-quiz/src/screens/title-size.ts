/** The font size of a screen's title: long ones are smaller. */
export const titleSize = (title: string) => (title.length > 40 ? 'title' : 'large');
