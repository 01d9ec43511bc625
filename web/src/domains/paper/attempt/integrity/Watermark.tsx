// The candidate's name as a watermark, so that photographs of the page can be traced. Ignored by pointers and screen readers.
import styles from '../room/room.module.css'

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')

/** One tile of the watermark; a grey that keeps text readable in both themes. */
function tileOf(text: string): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="260" height="160"><text x="20" y="110" transform="rotate(-22 130 80)" font-family="sans-serif" font-size="15" fill="#808080" fill-opacity="0.13">${escaped(text)}</text></svg>`
  return `url("data:image/svg+xml,${encodeURIComponent(svg)}")`
}

export function Watermark({ text }: { text: string }) {
  return <div className={styles.roomWatermark} data-testid="watermark" aria-hidden="true" style={{ backgroundImage: tileOf(text) }} />
}
