// Back office: a new lesson in a room, or the settings of one, beside the form of a course, the library or its list of people.
import { courseRoom } from '@shuyuan/contract/course/room/room.ts'
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { Drawer } from 'antd'
import { useRef } from 'react'
import { useFormStart } from '../../../../kernel/call/query.ts'
import { useFormValue } from '../../../../kernel/form/form-context.ts'
import { Section } from '../../../../kernel/form/LongForm.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { t } from '../../../../kernel/i18n.ts'
import { useConfirm } from '../../../../kernel/piece/confirm.tsx'
import { PageError, PageLoading } from '../../../../kernel/piece/PageState.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import type { LessonDialogProps } from '../../file/file-tools.ts'
import { TeachersSelect } from './TeachersSelect.tsx'

const Field = fieldOf(courseRoom.save)
type Stored = Data<typeof courseRoom.setting>

const fresh: Partial<Body<typeof courseRoom.save>> = {
  content: '',
  seats: null,
  selfEnrol: true,
  enrolUntil: null,
  walkIn: false,
  lateMinutes: 10,
  signOut: false,
  teacherIds: [],
}

export function RoomDialog({ id, onClose, onSaved }: LessonDialogProps) {
  const confirm = useConfirm()
  const dirty = useRef(() => false)
  const close = async () => {
    if (!dirty.current() || (await confirm({ content: t('内容还没有保存，确定要离开吗？') }))) onClose()
  }
  const form = { dirty, close: () => void close(), onClose, onSaved }
  return (
    <Drawer
      open
      destroyOnHidden
      size="min(720px, 100%)"
      title={id === undefined ? t('新建线下培训') : t('编辑线下培训')}
      onClose={() => void close()}
    >
      {id === undefined ? <Form {...form} /> : <Read id={id} {...form} />}
    </Drawer>
  )
}

type FormProps = Omit<LessonDialogProps, 'id'> & { dirty: { current: () => boolean }; close: () => void }

function Read({ id, ...form }: FormProps & { id: string }) {
  const { data, error, refetch } = useFormStart(courseRoom.setting, { id })
  if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <PageLoading shape="form" rows={6} />
  return <Form stored={data} {...form} />
}

function Form({ stored, dirty, close, onClose, onSaved }: FormProps & { stored?: Stored }) {
  return (
    <SchemaForm
      of={courseRoom.save}
      // it stands over the form of a course
      idPrefix="room"
      dialog
      initial={stored ?? fresh}
      done={t('线下培训保存成功！')}
      refresh={[courseRoom.setting, courseRoom.summary, courseRoom.paging, courseRoom.list]}
      dirtyRef={dirty}
      onDone={({ id }, { title }) => {
        onSaved(id, title)
        onClose()
      }}
      onCancel={close}
    >
      <Section title={t('时间和地点')}>
        <Field name="title" />
        <Field
          name="place"
          placeholder={t('例如：主楼三层培训室')}
          {...(stored && stored.people > 0 ? { extra: t('改动时间或地点后，已报名的学员会收到消息') } : {})}
        />
        <Field name="startTime" />
        <Field name="endTime" />
        <Field name="teacherIds" required={false} extra={t('讲师可以展示签到码、登记出勤')}>
          <TeachersSelect />
        </Field>
        <Field name="content" required={false} placeholder={t('要带什么、怎么走、准备什么')} />
      </Section>
      <Section title={t('报名')}>
        <Field name="seats" required={false} placeholder={t('不限')} extra={t('满员后报名的学员按顺序候补，有人取消时自动补上')} />
        <Field name="selfEnrol" extra={t('关闭时由老师在名单里添加')} />
        <Until />
      </Section>
      <Section title={t('签到')}>
        <Field name="walkIn" />
        <Field name="lateMinutes" />
        <Field name="signOut" extra={t('打开后，签到又签退才算学完')} />
      </Section>
    </SchemaForm>
  )
}

const Until = () =>
  useFormValue<boolean>('selfEnrol') === true ? <Field name="enrolUntil" required={false} placeholder={t('开始前都可以报名')} /> : null
