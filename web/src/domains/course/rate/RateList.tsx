// Ratings of courses, with an answer to each, all of them or those of one course; an insult is hidden.
import { courseRate, MOST_RATE_WORDS, STARS } from '@shuyuan/contract/course/rate/rate.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Input, Select, Tag } from 'antd'
import { useState } from 'react'
import { useCommand } from '../../../kernel/call/query.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { CourseName } from '../catalog/CourseName.tsx'
import { CourseFilter, DepartFilter } from '../catalog/list-filters.tsx'
import { Stars } from './Stars.tsx'
import styles from './rate-list.module.css'

const Field = fieldOf(courseRate.reply)
type Row = RowOf<typeof courseRate.paging>

function ReplyDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  return (
    <FormDialog
      open={row !== undefined}
      title={t('回复评价')}
      width={640}
      of={courseRate.reply}
      initial={{ id: row?.id, reply: row?.reply ?? '' }}
      done={t('回复已保存')}
      refresh={[courseRate.paging]}
      onClose={onClose}
    >
      <div className={styles.about}>
        <Stars value={row?.stars ?? 0} />
        <p>{row?.content}</p>
        <small>
          {row?.realName} · {row?.courseTitle}
        </small>
      </div>
      <Field name="reply" extra={t('显示在评价下面，学员会收到消息；清空即撤回回复')}>
        <Input.TextArea rows={4} maxLength={MOST_RATE_WORDS} showCount />
      </Field>
    </FormDialog>
  )
}

/** @param courseId of this course only */
export function RateList({ courseId }: { courseId?: string }) {
  const [answered, setAnswered] = useState<Row>()
  const hide = useCommand(courseRate.hide, { inTurn: 'rate.hide', refresh: [courseRate.paging] })
  return (
    <>
      <ListPage
        of={courseRate.paging}
        {...(courseId === undefined ? {} : { fixedParams: { courseId } })}
        search={[
          ...(courseId === undefined ? [{ name: 'courseId' as const, title: '课程' as const, control: <CourseFilter /> }] : []),
          { name: 'stars', title: '星级', control: <StarsSelect /> },
          'hidden',
          'content',
          { name: 'deptCode', title: '部门', control: <DepartFilter /> },
        ]}
        columns={[
          { name: 'stars', width: 120, align: 'left', render: (row) => <Stars value={row.stars} /> },
          { name: 'content', width: 240, main: true },
          ...(courseId === undefined ? [{ name: 'courseTitle' as const, width: 180, render: CourseName }] : []),
          { name: 'realName', width: 100 },
          { name: 'deptName', width: 140, ellipsis: true },
          { name: 'reply', width: 200, ellipsis: true },
          { name: 'hidden', width: 88, render: (row) => (row.hidden ? <Tag>{t('已隐藏')}</Tag> : '—') },
          { name: 'createTime', width: 180 },
        ]}
        actionsWidth={150}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setAnswered(row)}>
              {row.reply === '' ? t('回复') : t('修改回复')}
            </Button>
            <Button type="link" size="small" onClick={() => hide.mutate({ ids: [row.id], hidden: !row.hidden })}>
              {row.hidden ? t('恢复显示') : t('隐藏')}
            </Button>
          </>
        )}
        batch={[
          { label: '隐藏', permit: 'course:update', onRun: (ids) => hide.mutateAsync({ ids, hidden: true }) },
          { label: '恢复显示', permit: 'course:update', onRun: (ids) => hide.mutateAsync({ ids, hidden: false }) },
        ]}
        empty={{ hint: t('学完课程的学员可以打星、写评价，平均分显示在课程上') }}
      />
      <ReplyDialog row={answered} onClose={() => setAnswered(undefined)} />
    </>
  )
}

type ControlProps = { id?: string; value?: unknown; onChange?: (value: unknown) => void }

const StarsSelect = ({ value, onChange, ...rest }: ControlProps) => (
  <Select
    {...rest}
    allowClear
    aria-label={t('星级')}
    placeholder={t('星级')}
    className={styles.select}
    value={value === undefined || value === '' ? undefined : Number(value)}
    onChange={(next: number | undefined) => onChange?.(next)}
    options={STARS.map((one) => ({ value: one, label: t('{{n}} 星', { n: one }) }))}
  />
)
