// Face checks or captures of learners in a list: of all courses, or of one within a department.
import { courseFace, faceResult } from '@shuyuan/contract/course/face/face.ts'
import { Image } from 'antd'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { Tag } from '../../../kernel/piece/Tag.tsx'
import { CourseName } from '../catalog/CourseName.tsx'
import { ListPage } from '../../../shared/ListPage.tsx'

const tones = { passed: 'good', grey: 'warn', failed: 'bad', uncomparable: 'plain' } as const

type FaceRecordsProps = {
  kind: 'check' | 'capture'
  /** only these; the column of the course is left out then */
  within?: { courseId: string; deptCode?: string }
}

export const FaceRecords = ({ kind, within }: FaceRecordsProps) => (
  <Image.PreviewGroup>
    <ListPage
      key={kind}
      of={kind === 'capture' ? courseFace['capture-paging'] : courseFace['face-paging']}
      search={['realName']}
      {...(within ? { fixedParams: within, urlKey: 'c' } : {})}
      columns={[
        {
          name: 'image',
          width: 96,
          render: (row) =>
            row.image === '' ? '—' : <Image src={row.image} alt={t('{{name}}的照片', { name: row.realName })} width={64} />,
        },
        { name: 'realName', width: 120 },
        { name: 'deptCode_dictText', ellipsis: true },
        {
          name: 'courseName',
          hidden: within !== undefined,
          render: ({ courseId, courseName }) => <CourseName courseId={courseId} courseTitle={courseName} />,
        },
        { name: 'fileName', ellipsis: true },
        { name: 'result', width: 120, render: (row) => <Tag tone={tones[row.result]}>{tLabel(faceResult[row.result])}</Tag> },
        { name: 'reason', ellipsis: true },
        { name: 'score', width: 96, render: (row) => (row.score === null ? '—' : row.score.toFixed(2)) },
        { name: 'createTime', seconds: true, width: 176, sortable: true },
      ]}
      empty={{ hint: t('在课程设置中开启人脸核验或抓拍后，记录会显示在这里。') }}
    />
  </Image.PreviewGroup>
)
