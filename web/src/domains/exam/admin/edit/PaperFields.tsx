// Form section: title, template and pass score; the pass score is checked against the template's total.
import { exam } from '@shuyuan/contract/exam/exam.ts'
import { sayError } from '@shuyuan/contract/kernel/error.ts'
import { tmpl, TmplState } from '@shuyuan/contract/tmpl/tmpl.ts'
import { Button, Flex } from 'antd'
import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { useFormValue, useSetFormValue } from '../../../../kernel/form/form-context.ts'
import { t } from '../../../../kernel/i18n.ts'
import { messageText } from '../../../../kernel/messages.ts'
import { useCall } from '../../../../kernel/call/query.ts'
import { can } from '../../../../kernel/access/permission.ts'
import { TmplSelect } from '../../../tmpl/TmplSelect.tsx'
import { shareOf, shareText } from './pass-share.ts'

const Field = fieldOf(exam.save)

const shares = [60, 70, 80]
const plainShare = 60

type PaperFieldsProps = {
  /** a paper has been started: template and pass score can no longer change */
  fixed: boolean
  tmplTitle: string | undefined
}

export function PaperFields({ fixed, tmplTitle }: PaperFieldsProps) {
  const tmplId = useFormValue<string>('tmplId')
  const passScore = useFormValue<number | null>('passScore')
  const set = useSetFormValue()
  const { data } = useCall(tmpl.detail, { id: tmplId ?? '' }, { enabled: !!tmplId && can(['tmpl:list']), quiet: true })
  const total = data?.id === tmplId ? data?.totalScore : undefined
  const filledFor = useRef<number>(undefined)
  // only when the template changes, so that a field that the user empties stays empty
  useEffect(() => {
    if (total === undefined || filledFor.current === total) return
    filledFor.current = total
    if (passScore === undefined || passScore === null) set('passScore', shareOf(total, plainShare))
  })
  return (
    <>
      <Field name="title" />
      <Field name="tmplId" disabled={fixed} extra={fixed ? messageText(sayError('examStarted')) : <TmplFacts data={data} />}>
        <TmplSelect disabled={fixed} {...(tmplTitle ? { title: tmplTitle } : {})} />
      </Field>
      <Field
        name="passScore"
        disabled={fixed}
        extra={
          <Flex wrap gap={4} align="center">
            {total !== undefined && <span>{shareText(passScore, total)}</span>}
            {total !== undefined &&
              !fixed &&
              shares.map((share) => (
                <Button key={share} size="small" type="link" onClick={() => set('passScore', shareOf(total, share))}>
                  {share}%
                </Button>
              ))}
          </Flex>
        }
      />
    </>
  )
}

type Facts = { id: string; quCount: number; totalScore: number; state: number } | undefined

function TmplFacts({ data }: { data: Facts }) {
  if (!data) return <span>{t('只能选择已发布的模板')}</span>
  return (
    <Flex gap="small" wrap>
      <span>{t('共{{quCount}}题，总分{{score}}分', { quCount: data.quCount, score: data.totalScore })}</span>
      {data.state !== TmplState.published && <span>{messageText(sayError('tmplDraft'))}</span>}
      {can(['tmpl:update']) && (
        <Link to={`/admin/exam/tmpl/update/${data.id}`} target="_blank">
          {t('查看模板')}
        </Link>
      )}
    </Flex>
  )
}
