// The site's copyright line, which may contain simple HTML.
import DOMPurify from 'dompurify'
import styles from './footer.module.css'

export default function Copyright({ html }: { html: string }) {
  const clean = DOMPurify.sanitize(html, {
    ALLOWED_TAGS: ['a', 'b', 'br', 'em', 'i', 'img', 'p', 'span', 'strong'],
    FORBID_ATTR: ['style'],
  })
  return <div className={styles.copyright} dangerouslySetInnerHTML={{ __html: clean }} />
}
