// Questions of learners about courses, with an answer to each: all of them, or those of one course.
import { courseQuestion } from '@shuyuan/contract/course/talk/question.ts'
import type { RowOf } from '@shuyuan/contract/kernel/endpoint.ts'
import { Button, Input, Tag } from 'antd'
import { useState } from 'react'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { FormDialog } from '../../../kernel/form/FormDialog.tsx'
import { t } from '../../../kernel/i18n.ts'
import { useRemove } from '../../../kernel/list/useRemove.ts'
import { ListPage } from '../../../shared/ListPage.tsx'
import { CourseName } from '../catalog/CourseName.tsx'
import { CourseFilter, DepartFilter } from '../catalog/list-filters.tsx'
import { Answers } from './Answers.tsx'
import { placeText } from './PlaceButton.tsx'
import styles from './talk.module.css'

const Field = fieldOf(courseQuestion.answer)
type Row = RowOf<typeof courseQuestion.paging>

function AnswerDialog({ row, onClose }: { row: Row | undefined; onClose: () => void }) {
  return (
    <FormDialog
      open={row !== undefined}
      title={t('回答提问')}
      width={640}
      of={courseQuestion.answer}
      initial={{ id: row?.id, isOpen: row?.isOpen ?? false }}
      done={t('回答已发送，提问的学员会收到消息')}
      refresh={[courseQuestion.paging]}
      onClose={onClose}
    >
      <div className={styles.talkThread}>
        <p>{row?.content}</p>
        <small>
          {row?.realName} · {row?.courseTitle}
          {row && row.fileTitle !== '' && ` · ${placeText(row)}`}
        </small>
        <Answers answers={row?.answers ?? []} />
      </div>
      <Field name="content">
        <Input.TextArea rows={4} maxLength={2_000} showCount />
      </Field>
      <Field name="isOpen" extra={t('其他学员能看到问题和回答，看不到是谁问的')} />
    </FormDialog>
  )
}

/** @param courseId of this course only */
export function QuestionList({ courseId }: { courseId?: string }) {
  const [answered, setAnswered] = useState<Row>()
  const remove = useRemove(courseQuestion.delete, [courseQuestion.paging])
  return (
    <>
      <ListPage
        of={courseQuestion.paging}
        {...(courseId === undefined ? {} : { fixedParams: { courseId } })}
        search={[
          ...(courseId === undefined ? [{ name: 'courseId' as const, title: '课程' as const, control: <CourseFilter /> }] : []),
          'answered',
          'content',
          { name: 'deptCode', title: '部门', control: <DepartFilter /> },
        ]}
        columns={[
          { name: 'content', width: 320, ellipsis: true },
          {
            name: 'answered',
            width: 96,
            render: (row) => <Tag color={row.answered ? 'success' : 'warning'}>{row.answered ? t('已回答') : t('等待回答')}</Tag>,
          },
          ...(courseId === undefined ? [{ name: 'courseTitle' as const, width: 180, render: CourseName }] : []),
          { name: 'fileTitle', width: 160, render: placeText },
          { name: 'realName', width: 100 },
          { name: 'deptName', width: 140, ellipsis: true },
          { name: 'isOpen', width: 80 },
          { name: 'createTime', width: 180 },
        ]}
        actionsWidth={150}
        actions={(row) => (
          <>
            <Button type="link" size="small" onClick={() => setAnswered(row)}>
              {row.answered ? t('再次回答') : t('回答')}
            </Button>
            <Button type="link" size="small" danger onClick={() => void remove(row.id, { name: row.content })}>
              {t('删除')}
            </Button>
          </>
        )}
        batch={[
          {
            label: '删除',
            permit: 'course:answer',
            danger: true,
            onRun: (ids, rows) =>
              remove(
                ids,
                rows.map((row) => ({ name: row.content })),
              ),
          },
        ]}
        empty={{ hint: t('学员在课程页面的“问答”里提问') }}
      />
      <AnswerDialog row={answered} onClose={() => setAnswered(undefined)} />
    </>
  )
}
