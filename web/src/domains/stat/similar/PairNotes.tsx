// What people decided about a pair, and the form for the next note. Nothing sets the state but this form.
import { examSimilar, PairState, pairState } from '@shuyuan/contract/stat/similar.ts'
import { Card, Input, Tag } from 'antd'
import { useState } from 'react'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { type Detail, stateColours } from './similar-view.ts'
import styles from './similar.module.css'

const Field = fieldOf(examSimilar.note)
const LONGEST = 500

export function PairNotes({ detail, reread }: { detail: Detail; reread: () => Promise<Detail> }) {
  // the form starts anew after a note of its own, and keeps its content when another user was faster
  const [round, setRound] = useState(0)
  const { pair, notes } = detail
  const startOf = ({ id, version, state }: Detail['pair']) => ({ pairId: id, version, ...(state === PairState.fresh ? {} : { state }) })
  const saved = async () => {
    await reread().catch(() => undefined)
    setRound((before) => before + 1)
  }
  return (
    <aside className={styles.notes} aria-label={t('处理记录')}>
      <Card size="small" title={<h3>{t('您的判断')}</h3>}>
        <SchemaForm
          key={round}
          of={examSimilar.note}
          initial={startOf(pair)}
          done={t('已保存')}
          refresh={[examSimilar.paging, examSimilar.state]}
          reread={async () => startOf((await reread()).pair)}
          onDone={() => void saved()}
        >
          <Field name="state" />
          <Field name="note" extra={t('写明看了什么、问了谁、为什么这样判断。保存后不能修改。')}>
            <Input.TextArea autoSize={{ minRows: 3, maxRows: 10 }} count={{ show: true, max: LONGEST }} />
          </Field>
        </SchemaForm>
        {pair.state === PairState.verdict && (
          <p className={styles.note}>{t('下一步：打开两份答卷，看时间线；在“成绩”中处理答卷。本页不改变成绩。')}</p>
        )}
      </Card>
      <Card size="small" title={<h3>{t('处理记录')}</h3>}>
        {notes.length === 0 ? (
          <p className={styles.note}>{t('还没有人写过说明。')}</p>
        ) : (
          <ol className={styles.history}>
            {notes.map((one) => (
              <li key={`${one.createTime}/${one.note}`}>
                <span className={styles.historyHead}>
                  <Tag color={stateColours[one.state]}>{tLabel(pairState[one.state])}</Tag>
                  <small>
                    {one.createBy_dictText} · {one.createTime.slice(0, 16)}
                  </small>
                </span>
                <p>{one.note}</p>
              </li>
            ))}
          </ol>
        )}
      </Card>
    </aside>
  )
}
