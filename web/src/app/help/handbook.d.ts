// Modules that the build makes of the handbooks (web/handbook-plugin.ts).
declare module 'virtual:handbook' {
  type Html = () => Promise<{ default: string }>
  /** in the order of the handbooks */
  export const chapters: { id: string; title: string; audience: 'admin' | 'teacher' | 'proctor' | 'learner' | 'operate' }[]
  /** the chapter of a page, by area and page name */
  export const pages: Record<string, string>
  export const one: Record<string, Html>
  /** the HTML of all chapters by their ids */
  export const whole: () => Promise<{ default: Record<string, string> }>
}

declare module 'virtual:handbook/news' {
  /** releases, newest first */
  const news: { title: string; parts: { title: string; items: string[] }[] }[]
  export default news
}
declare module 'virtual:handbook/terms' {
  /** by the word in Chinese */
  const terms: Record<string, { zh: string; en: string }>
  export default terms
}
declare module 'virtual:handbook/mark' {
  /** another one for other news */
  const mark: string
  export default mark
}
