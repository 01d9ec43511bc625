// Back office: a new live room or an existing one.
import { liveRoom } from '@shuyuan/contract/live/room.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { useNavigate, useParams } from 'react-router'
import { useFormStart } from '../../../kernel/call/query.ts'
import { LongForm, Section, WithCover } from '../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../kernel/i18n.ts'
import { PageError, PageLoading } from '../../../kernel/piece/PageState.tsx'
import { fieldOf } from '../../../shared/form/field-of.ts'
import { useMe } from '../../../shared/session/session.ts'
import { Upload } from '../../../shared/Upload.tsx'
import { CourseField } from '../CourseField.tsx'
import { TeacherField } from '../TeacherField.tsx'
import { useAskNotice } from './useAskNotice.tsx'
import { leaving, usePageSubject } from '../../../shared/page/page-subject.ts'

const Field = fieldOf(liveRoom.save)
const list = '/admin/course/live'
const COVER_KB = 500
const plain: Partial<Body<typeof liveRoom.save>> = { provider: 'local', chat: true, paceSec: 3, record: true, remindMin: 15 }

export default function LiveEditPage() {
  const { id } = useParams()
  return id === undefined ? <Form key="new" /> : <Stored key={id} id={id} />
}

function Stored({ id }: { id: string }) {
  const { data, error, refetch } = useFormStart(liveRoom.detail, { id })
  usePageSubject(data?.title)
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" />
  return <Form stored={data} />
}

function Form({ stored }: { stored?: Data<typeof liveRoom.detail> }) {
  const navigate = useNavigate()
  const me = useMe()
  const back = () => void navigate(list, leaving)
  const { ask, tell } = useAskNotice(stored)
  return (
    <LongForm>
      <SchemaForm
        of={liveRoom.save}
        initial={stored ?? { ...plain, teacherId: me.id }}
        done={t('直播保存成功！')}
        refresh={[liveRoom.paging, liveRoom.detail]}
        ask={ask}
        onDone={({ id }) => {
          tell(id)
          back()
        }}
        onCancel={back}
      >
        <Section title={t('基本信息')} shape="whole">
          <WithCover
            cover={
              <Field name="cover">
                <Upload kind="image" compressOver={COVER_KB} label="上传封面" />
              </Field>
            }
          >
            <Field name="title" />
            <Field name="courseId" label="课程" extra={t('直播成为这门课程的课件，课程的学员可以观看')}>
              <CourseField />
            </Field>
            <Field name="teacherId" label="主讲人">
              <TeacherField name={stored?.teacherId_dictText ?? me.realName} />
            </Field>
            <Field name="startTime" />
            <Field name="endTime" />
          </WithCover>
          <Field name="content" />
        </Section>
        <Section title={t('直播设置')}>
          <Field name="provider" extra={t('本机直播用浏览器推送画面；阿里云直播用 OBS 等软件推流')} />
          <Field name="record" extra={t('结束后自动成为同一课件的视频，学习进度保留')} />
          <Field name="remindMin" extra={t('0 表示不提醒')} />
          <Field name="chat" />
          <Field name="paceSec" extra={t('同一学员两次发言的最短间隔，0 表示不限')} />
        </Section>
      </SchemaForm>
    </LongForm>
  )
}
