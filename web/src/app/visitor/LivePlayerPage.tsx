// The player of a broadcast alone, for frames of other pages: /player/live.html?source={playlist}. The address is signed for one person.
import { useSearchParams } from 'react-router'
import { LivePicture } from '../../domains/live/LivePicture.tsx'
import { t } from '../../kernel/i18n.ts'
import { PageEmpty } from '../../kernel/piece/PageState.tsx'

/** A playlist of this site or of another secure host; which hosts are played is for the content policy to say. */
function playable(source: string): string {
  if (!URL.canParse(source, location.href)) return ''
  const { href, origin, protocol, pathname } = new URL(source, location.href)
  return pathname.endsWith('.m3u8') && (origin === location.origin || protocol === 'https:') ? href : ''
}

export function LivePlayerPage() {
  const [query] = useSearchParams()
  const source = playable(query.get('source') ?? '')
  return source === '' ? <PageEmpty text={t('没有可播放的直播')} /> : <LivePicture source={source} title={t('直播画面')} />
}
