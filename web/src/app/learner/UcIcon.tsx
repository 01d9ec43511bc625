// Icons of the user centre, as inline SVG: it is a light page.
import styles from './user-center.module.css'

const shapes = {
  person: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-7.5 8a7.5 7.5 0 0 1 15 0',
  mail: 'M3 6h18v12H3V6Zm0 1 9 6 9-6',
  award: 'M12 14a5 5 0 1 0 0-10 5 5 0 0 0 0 10Zm-3-1-1 8 4-2 4 2-1-8',
  card: 'M3 5h18v14H3V5Zm6 7a2 2 0 1 0 0-4 2 2 0 0 0 0 4Zm-3 4a3 3 0 0 1 6 0m3-6h3m-3 4h3',
  clock: 'M12 21a9 9 0 1 0 0-18 9 9 0 0 0 0 18Zm0-14v5l3 3',
  list: 'M9 6h11M9 12h11M9 18h11M4 6h.01M4 12h.01M4 18h.01',
  star: 'm12 3 2.7 5.8 6.3.8-4.6 4.3 1.2 6.2-5.6-3.1-5.6 3.1 1.2-6.2L3 9.6l6.3-.8L12 3Z',
  purse: 'M3 7h16a2 2 0 0 1 2 2v10H5a2 2 0 0 1-2-2V7Zm0 0 12-3v3m2 7h.01',
  key: 'M8 15a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm4-4h9v4m-4-4v3',
  link: 'M10 14a4 4 0 0 0 6 0l3-3a4 4 0 0 0-6-6l-1 1m2 4a4 4 0 0 0-6 0l-3 3a4 4 0 0 0 6 6l1-1',
  shield: 'M12 3 5 6v5c0 5 3 8 7 10 4-2 7-5 7-10V6l-7-3Zm-3 9 2 2 4-4',
  phone: 'M7 3h10v18H7V3Zm4 15h2',
  bell: 'M6 17V11a6 6 0 0 1 12 0v6l1 1H5l1-1Zm4 4h4',
  leave: 'M10 4H5v16h5m4-4 4-4-4-4m4 4H9',
  back: 'm14 6-6 6 6 6',
  onward: 'm10 6 6 6-6 6',
}
export type UcIconName = keyof typeof shapes

export const UcIcon = ({ of }: { of: UcIconName }) => (
  <svg className={styles.ucIcon} viewBox="0 0 24 24" aria-hidden="true">
    <path d={shapes[of]} />
  </svg>
)
