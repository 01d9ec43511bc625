// What the site adds to its handbooks: a text of its own, whom to ask, and its name in place of `{{site}}`.
import { siteInfo, type SiteHelp } from '@shuyuan/contract/site/config/config-site.ts'
import { useCall } from '../../kernel/call/query.ts'
import { worded } from '../../kernel/text/words.ts'
import { useSite } from '../../shared/session/session.ts'

/** In place of a chapter: the site's own text. */
export const OWN = 'site'

const MINUTES = 60_000

/** Without an answer, as without a network, nothing is added. @returns undefined until it is known */
export function useSiteHelp(): SiteHelp | undefined {
  const { data, isError } = useCall(siteInfo.help, {}, { quiet: true, noRetry: true, staleTime: 5 * MINUTES })
  return data ?? (isError ? { extra: '', contact: '' } : undefined)
}

const asHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')

/** @returns a function that writes the site's name in place of `{{site}}` in HTML */
export function useSiteName(): (html: string) => string {
  const name = asHtml(useSite()?.siteName ?? worded('本单位'))
  return (html) => html.replaceAll('{{site}}', () => name)
}
