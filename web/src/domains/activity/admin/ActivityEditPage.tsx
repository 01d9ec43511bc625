// Back office: a new activity or an existing one.
import { activity, ActivityState } from '@shuyuan/contract/activity/activity.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { useNavigate, useParams } from 'react-router'
import { useFormStart } from '../../../kernel/call/query.ts'
import type { Values } from '../../../kernel/form/form-values.ts'
import { LongForm, Section, WithCover } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { audienceIn, AudienceFields } from '../../../shared/form/AudienceFields.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { RichText } from '../../../shared/RichText.tsx'
import { Upload } from '../../../shared/Upload.tsx'
import { RepoSelect } from '../../repo/RepoSelect.tsx'
import { TrainingBank } from './TrainingBank.tsx'
import { PrizesField } from '../PrizesField.tsx'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'

const Field = fieldOf(activity.save)
const list = '/admin/exam/activity'
const COVER_KB = 500

const plain: Partial<Body<typeof activity.save>> = {
  singleCount: 10,
  multipleCount: 0,
  judgeCount: 0,
  runSec: 300,
  triesTotal: 0,
  triesDay: 3,
  showRank: 'live',
  openType: OpenType.all,
  state: ActivityState.enabled,
  prizes: [],
  prizeScore: 0,
}

const prepare = (values: Values): Values => ({ ...values, ...audienceIn(values) })

export default function ActivityEditPage() {
  const { id } = useParams()
  return id === undefined ? <Form key="new" /> : <Stored key={id} id={id} />
}

function Stored({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(activity.detail, { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <Form stored={data} />
}

function Form({ stored }: { stored?: Data<typeof activity.detail> }) {
  const navigate = useNavigate()
  const back = () => void navigate(list, leaving)
  const { users = [], groups = [], deptCodes = [] } = stored?.audience ?? {}
  const initial = stored ? { ...stored, deptCodes, groupIds: groups.map((one) => one.id), userIds: users.map((one) => one.id) } : plain
  return (
    <LongForm>
      <SchemaForm
        of={activity.save}
        initial={initial}
        prepare={prepare}
        done={t('活动保存成功！')}
        refresh={[activity.paging, activity.detail]}
        onDone={back}
        onCancel={back}
      >
        <Section title={t('基本信息')} shape="whole">
          <WithCover
            ratio="16 / 7"
            cover={
              <Field name="cover" extra={t('建议 16:7，例如 960 × 420；留空使用默认封面')}>
                <Upload kind="image" compressOver={COVER_KB} label="上传封面" />
              </Field>
            }
          >
            <Field name="title" />
            <Field name="startTime" />
            <Field name="endTime" />
            <Field name="state" />
          </WithCover>
        </Section>
        <Section title={t('题目和时间')}>
          <Field name="repoId" label="题库" extra={<TrainingBank />}>
            <RepoSelect allowClear={false} />
          </Field>
          <Field name="runSec" extra={t('每次答题从开始起计时，到时自动交卷')} />
          <Field name="singleCount" />
          <Field name="multipleCount" />
          <Field name="judgeCount" />
          <Field name="triesTotal" extra={t('0 表示不限')} />
          <Field name="triesDay" extra={t('0 表示不限')} />
          <Field name="showRank" />
        </Section>
        <Section title={t('奖励')} shape="wide">
          <Field name="prizes" label={false} required={false} extra={t('活动结束时按最终名次发放一次')}>
            <PrizesField />
          </Field>
          <Field name="prizeScore" extra={t('满分 100 分；低于它和成绩为 0 的没有奖励')} />
        </Section>
        <Section title={t('活动规则')} shape="wide">
          <Field name="content" label={false}>
            <RichText height={180} label={t('活动规则')} placeholder={t('学员在活动页面看到')} />
          </Field>
        </Section>
        <Section title={t('开放范围')} shape="wide">
          <AudienceFields users={users} groups={groups} title={t('选择参加活动的人员')} />
        </Section>
      </SchemaForm>
    </LongForm>
  )
}
