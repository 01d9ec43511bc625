// The form of a course, in sections.
import type { Body, Data } from '@shuyuan/contract/kernel/endpoint.ts'
import { course } from '@shuyuan/contract/course/catalog/course.ts'
import { OpenType } from '@shuyuan/contract/people/user/open-type.ts'
import { Button, Form } from 'antd'
import { useRef } from 'react'
import { useNavigate } from 'react-router'
import { DictTreeSelect } from '../../../../shared/dict/DictSelect.tsx'
import { audienceIn, AudienceFields } from '../../../../shared/form/AudienceFields.tsx'
import { fieldOf } from '../../../../shared/form/field-of.ts'
import { LongForm, Section, WithCover } from '../../../../kernel/form/LongForm.tsx'
import type { Values } from '../../../../kernel/form/form-values.ts'
import { t } from '../../../../kernel/i18n.ts'
import { leaving } from '../../../../shared/page/page-subject.ts'
import { RichText } from '../../../../shared/RichText.tsx'
import { SchemaForm } from '../../../../kernel/form/SchemaForm.tsx'
import { Upload } from '../../../../shared/Upload.tsx'
import { PriceNote } from '../../../pay/order/PriceNotes.tsx'
import { type AttachmentRow, AttachmentsField } from './AttachmentsField.tsx'
import { type NoticeRow, NoticesField } from './NoticesField.tsx'
import { coursePagePath } from '../course-page-path.ts'
import { Rules } from './Rules.tsx'
import { useAskPublish } from './useAskPublish.tsx'

const Field = fieldOf(course.save)

type Detail = Data<(typeof course)['admin/detail']>
const list = '/admin/course/list'
const page = '/admin/course/view'
const COVER_KB = 500
const CHECK_SEC = 1_200

/** Initial values of a new course. */
const plain: Partial<Body<typeof course.save>> = {
  openType: OpenType.all,
  required: false,
  price: '0.00',
  costPoints: 0,
  videoDrag: true,
  dragFinished: false,
  sequential: false,
  checkOn: false,
  checkSec: CHECK_SEC,
  speeds: [1, 1.25, 1.5, 2],
  watermark: false,
  faceCheck: false,
  faceInterval: 0,
  faceChance: 3,
  attachments: [],
  notices: [],
}

/** Files are changed on the page of the course: a stored course is saved without them. */
const startOf = ({ files: _files, sections: _sections, ...row }: Detail) => ({
  ...row,
  groupIds: row.groups.map((one) => one.id),
  userIds: row.users.map((one) => one.id),
})

/** A copy starts as a new course, without id and version. */
function initialOf({ stored, copied }: CourseFormProps) {
  if (stored) return startOf(stored)
  if (!copied) return plain
  const { id: _id, version: _version, draft: _draft, ...rest } = startOf(copied)
  const files = copied.files.map(({ fileId, chapter, required, minSec, openTime, dueTime, stops }) => ({
    fileId,
    chapter,
    required,
    minSec,
    openTime,
    dueTime,
    stops,
  }))
  return { ...rest, ...(files.length > 0 ? { files } : {}), notices: copied.notices.map(({ title, content }) => ({ title, content })) }
}

/** Removes the fields that rows carry for display only, and the audience fields that the open type does not use. */
const prepare = (values: Values): Values => ({
  ...values,
  catId: values['catId'] ?? '',
  attachments: ((values['attachments'] ?? []) as AttachmentRow[]).map(({ title, fileUrl }) => ({ title, fileUrl })),
  notices: ((values['notices'] ?? []) as NoticeRow[]).map(({ id, title, content }) => ({ ...(id ? { id } : {}), title, content })),
  ...audienceIn(values),
})

type CourseFormProps = { stored?: Detail; copied?: Detail }

export function CourseForm({ stored, copied }: CourseFormProps) {
  const navigate = useNavigate()
  // a stored course has a page of its own
  const back = () => void navigate(stored ? `${page}/${stored.id}` : list, leaving)
  // a new course is built on its page; a copy has its files already
  const hasFiles = copied !== undefined && copied.files.length > 0
  const { ask, tell } = useAskPublish(stored)
  const { users = [], groups = [] } = stored ?? copied ?? {}
  const asDraft = useRef(false)
  return (
    // every click begins without the mark of a draft; the button for drafts sets it after this
    <LongForm onClickCapture={() => (asDraft.current = false)}>
      <SchemaForm
        of={course.save}
        initial={initialOf({ ...(stored ? { stored } : {}), ...(copied ? { copied } : {}) })}
        prepare={(values) => ({ ...prepare(values), draft: stored ? stored.draft : !hasFiles || asDraft.current })}
        done={t('课程保存成功！')}
        refresh={[course.paging, course['admin/detail']]}
        // a draft opens to no learner
        ask={(body) => (body.draft ? Promise.resolve(true) : ask(body))}
        {...(!hasFiles
          ? {}
          : {
              // who only wants to leave does not publish
              onLeave: () => (asDraft.current = true),
              buttons: <DraftButton onMark={(draft) => (asDraft.current = draft)} />,
            })}
        onDone={({ id }) => {
          tell(id)
          const to = coursePagePath(id, stored ? undefined : 'files')
          void navigate(to, leaving)
        }}
        onCancel={back}
      >
        <Section title={t('基本信息')} shape="whole">
          <WithCover
            cover={
              <Field name="cover" extra={t('建议 16:9，例如 800 × 450；留空使用默认封面')}>
                <Upload kind="image" compressOver={COVER_KB} label="上传封面" />
              </Field>
            }
          >
            <Field name="title" />
            <Field name="catId" required={false}>
              <DictTreeSelect dicCode="course_catalog" placeholder={t('不分类')} />
            </Field>
            <Field name="required" extra={t('在课程列表里标出，提醒学员必须学完')} />
          </WithCover>
        </Section>
        <Section title={t('课程介绍')} shape="wide">
          <Field name="content" label={false}>
            <RichText height={180} label={t('课程介绍')} placeholder={t('学员在课程首页看到，例如课程目标和学习要求')} />
          </Field>
        </Section>
        <Section title={t('附件和公告')} shape="wide">
          <Field name="attachments" required={false} extra={t('可以学习课程的学员能下载，不计入学习进度')}>
            <AttachmentsField />
          </Field>
          <Field name="notices" required={false} extra={t('显示在课程页面，最新的在前；不会另发消息')}>
            <NoticesField />
          </Field>
        </Section>
        <Section title={t('学习规则')}>
          <Rules />
        </Section>
        <Section title={t('开放范围')} shape="wide">
          <AudienceFields users={users} groups={groups} title={t('选择学习课程的人员')} />
        </Section>
        <Section title={t('时间和价格')}>
          <Field name="startTime" placeholder={t('不限')} extra={t('留空表示随时可以学习')} />
          <Field name="endTime" placeholder={t('不限')} extra={t('留空表示一直开放')} />
          <Field
            name="deadlineTime"
            required={false}
            placeholder={t('不限')}
            extra={t('到时没有学完就是逾期，课程仍可继续学习；截止前三天、当天和逾期后各提醒一次')}
          />
          <Field
            name="deadlineDays"
            required={false}
            placeholder={t('不限')}
            extra={t('从学员第一次打开课程算起；和截止时间都填时，以先到的为准')}
          />
          <Field name="price" required={false} extra={<PriceNote kind="money" text={t('0 表示免费；付费课程购买后才能学习')} />} />
          <Field
            name="costPoints"
            required={false}
            extra={<PriceNote kind="points" text={t('可用积分购买时需要的积分，0 表示不用积分')} />}
          />
        </Section>
      </SchemaForm>
    </LongForm>
  )
}

/** Saves without publishing. The mark holds for this one submission, which reads it at once. */
function DraftButton({ onMark }: { onMark: (draft: boolean) => void }) {
  const form = Form.useFormInstance()
  const save = () => {
    onMark(true)
    form.submit()
  }
  return <Button onClick={save}>{t('保存草稿')}</Button>
}
