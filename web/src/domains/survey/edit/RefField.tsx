// What a survey follows: the end of a course, an exam, a live lesson or a learning path.
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { exam } from '@shuyuan/contract/exam/exam.ts'
import type { Endpoint } from '@shuyuan/contract/kernel/endpoint.ts'
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import { path } from '@shuyuan/contract/path/path.ts'
import { survey, surveyRef, type SurveyRef } from '@shuyuan/contract/survey/survey.ts'
import { keepPreviousData } from '@tanstack/react-query'
import { Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import { useCall } from '../../../kernel/call/query.ts'
import { useFormValue, useSetFormValue } from '../../../kernel/form/form-context.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { fieldOf } from '../../../shared/form/field-of.ts'

const Field = fieldOf(survey.save)
const MOST = 50
const lists: Record<SurveyRef, Endpoint> = { course: course.paging, exam: exam.paging, live: liveRoom.paging, path: path.paging }
const refs = Object.keys(surveyRef) as SurveyRef[]

/** @param title of the stored choice */
export function RefField({ title }: { title: string }) {
  const refType = useFormValue<SurveyRef | ''>('refType') ?? ''
  const set = useSetFormValue()
  const [start] = useState({ refType, refId: useFormValue<string>('refId') ?? '' })
  return (
    <>
      <Field name="refType" extra={t('学完课程、交卷、看完直播或完成培养方案后请学员填写')}>
        <Select
          aria-label={tLabel('关联')}
          options={[{ value: '', label: t('不关联') }, ...refs.map((one) => ({ value: one, label: tLabel(surveyRef[one]) }))]}
          onSelect={() => set('refId', '')}
        />
      </Field>
      {refType !== '' && (
        <Field name="refId" label={surveyRef[refType]} required>
          <RefSelect key={refType} refType={refType} known={start.refType === refType ? { id: start.refId, title } : undefined} />
        </Field>
      )}
    </>
  )
}

type RefSelectProps = {
  refType: SurveyRef
  known: { id: string; title: string } | undefined
  id?: string
  value?: string
  onChange?: (id: string) => void
}

function RefSelect({ refType, known, id, value = '', onChange }: RefSelectProps) {
  const [word, setWord] = useState('')
  const title = useDeferredValue(word.trim())
  const body = { current: 1, size: MOST, params: title === '' ? {} : { title } }
  const { data, isFetching } = useCall(lists[refType], body as never, { quiet: true, placeholderData: keepPreviousData })
  const options = ((data as { records: { id: string; title: string }[] } | undefined)?.records ?? []).map((row) => ({
    value: row.id,
    label: row.title,
  }))
  if (known && known.id !== '' && !options.some((one) => one.value === known.id)) options.push({ value: known.id, label: known.title })
  return (
    <Select
      {...(id === undefined ? {} : { id })}
      aria-label={tLabel(surveyRef[refType])}
      showSearch={{ filterOption: false, onSearch: setWord }}
      loading={isFetching}
      placeholder={t('请选择')}
      options={options}
      {...(value === '' ? {} : { value })}
      onChange={(next: string) => onChange?.(next)}
    />
  )
}
