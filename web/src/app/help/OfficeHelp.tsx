// 帮助 in the back office, with a mark while there are news that were not opened in this browser.
import { useEffect } from 'react'
import { t } from '../../kernel/i18n.ts'
import { HelpButton } from './HelpButton.tsx'
import styles from './help-button.module.css'
import { readNewsSeen, useFreshNews } from './news-seen.ts'

export function OfficeHelp() {
  const fresh = useFreshNews()
  useEffect(readNewsSeen, [])
  return fresh ? <HelpButton label={t('帮助，有新功能')} mark={styles.fresh} /> : <HelpButton />
}
