// The list of people on paper, with a column for signatures. It is read as a whole, and printed as soon as it is there.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import { SeatState, seatState } from '@shuyuan/contract/course/room/room-codes.ts'
import { useEffect, useEffectEvent } from 'react'
import { createPortal } from 'react-dom'
import { useCall } from '../../../../kernel/call/query.ts'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { spanText } from '../span-text.ts'
import styles from './desk.module.css'

const MOST = 5_000

type PrintSheetProps = {
  id: string
  title: string
  place: string
  startTime: string
  endTime: string
  teachers: string
  onDone: () => void
}

export function PrintSheet({ id, title, place, startTime, endTime, teachers, onDone }: PrintSheetProps) {
  const { data, error } = useCall(courseRoom.list, { current: 1, size: MOST, params: { fileId: id } }, { staleTime: 0 })
  const done = useEffectEvent(onDone)
  useEffect(() => {
    if (error) done()
    if (!data) return undefined
    const onPrinted = () => done()
    window.addEventListener('afterprint', onPrinted)
    window.print()
    return () => window.removeEventListener('afterprint', onPrinted)
  }, [data, error])
  if (!data) return null
  const rows = data.records.filter((row) => row.state !== SeatState.cancelled && row.state !== SeatState.waiting)
  return createPortal(
    <section className={styles.sheet}>
      <h1>{t('签到表：{{title}}', { title })}</h1>
      <p>
        {[spanText(startTime, endTime), place, teachers, t('名单共 {{n}} 人', { n: rows.length })].filter((one) => one !== '').join(' · ')}
      </p>
      <table>
        <thead>
          <tr>
            {[t('序号'), t('姓名'), tLabel('部门'), tLabel('出勤'), t('签名')].map((one) => (
              <th key={one} scope="col">
                {one}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={row.id}>
              <td>{at + 1}</td>
              <td>{row.realName}</td>
              <td>{row.deptName}</td>
              <td>{row.state === SeatState.enrolled ? '' : tLabel(seatState[row.state])}</td>
              <td aria-label={t('签名')} />
            </tr>
          ))}
        </tbody>
      </table>
    </section>,
    document.body,
  )
}
