// The tab 评价: the mean, the own rating, and those of others with the answers of teachers.
import { useState } from 'react'
import { t } from '../../../kernel/i18n.ts'
import { PageEmpty, PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { Button } from '../../../kernel/plain/Button.tsx'
import { PlainPager } from '../../../kernel/plain/PlainPager.tsx'
import type { TalkProps } from '../learn/course-tools.ts'
import { type Rate, RateForm } from './RateForm.tsx'
import { Stars } from './Stars.tsx'
import { useOwnRate, useRates } from './useRates.ts'
import styles from './rate.module.css'

const DAY = 'yyyy-MM-dd'.length

export function Rates({ course }: TalkProps) {
  const [current, setCurrent] = useState(1)
  const [changing, setChanging] = useState(false)
  const { data, error, refetch } = useRates(course.id, current)
  const { isKnown, rate: own } = useOwnRate(course.id)
  const others = data?.records.filter((row) => !row.isOwn)
  const mayRate = course.learned === 'finished'
  return (
    <div className={styles.rates}>
      {course.rateCount > 0 && (
        <p className={styles.mean}>
          <b>{course.rateMean.toFixed(1)}</b> <Stars value={course.rateMean} /> <small>{t('{{n}} 人评价', { n: course.rateCount })}</small>
        </p>
      )}
      {!mayRate && <p className={styles.hint}>{t('学完课程后可以评价。')}</p>}
      {isKnown && mayRate && !own && !changing && (
        <div>
          <Button onClick={() => setChanging(true)}>{t('写评价')}</Button>
        </div>
      )}
      {changing && <RateForm courseId={course.id} own={own} onDone={() => setChanging(false)} onCancel={() => setChanging(false)} />}
      {!data && (error ? <PageError compact error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={2} />)}
      {data?.total === 0 && !mayRate && <PageEmpty text={t('还没有评价。')} />}
      <ol>
        {own && !changing && current === 1 && (
          <li>
            <RateItem row={own} {...(mayRate ? { onChange: () => setChanging(true) } : {})} />
          </li>
        )}
        {others?.map((row) => (
          <li key={row.id}>
            <RateItem row={row} />
          </li>
        ))}
      </ol>
      {data && <PlainPager current={current} pages={data.pages} onGo={setCurrent} />}
    </div>
  )
}

function RateItem({ row, onChange }: { row: Rate; onChange?: () => void }) {
  return (
    <>
      <header>
        <Stars value={row.stars} />
        <b>{row.isOwn ? t('我的评价') : row.realName}</b>
        {row.hidden && <Tag>{t('已被老师隐藏')}</Tag>}
        <time>{row.createTime.slice(0, DAY)}</time>
      </header>
      {row.content !== '' && <p>{row.content}</p>}
      {row.reply !== '' && (
        <blockquote>
          <b>{t('老师回复')}</b>
          <p>{row.reply}</p>
        </blockquote>
      )}
      {onChange && (
        <Button small onClick={onChange}>
          {t('修改评价')}
        </Button>
      )}
    </>
  )
}
