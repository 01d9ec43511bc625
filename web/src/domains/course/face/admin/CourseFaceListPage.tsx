// Back office: face checks before courses, and captures while learning.
import { courseFace, faceResult } from '@shuyuan/contract/course/face/face.ts'
import { Image, Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { t, tLabel } from '../../../../kernel/i18n.ts'
import { Tag } from '../../../../kernel/Tag.tsx'
import { ListPage } from '../../../../shared/ListPage.tsx'

const CAPTURES = 'captures'
const tones = { passed: 'good', grey: 'warn', failed: 'bad', uncomparable: 'plain' } as const

export default function CourseFaceListPage() {
  const [query, setQuery] = useSearchParams()
  const isCaptures = query.get('of') === CAPTURES
  return (
    <>
      <Tabs
        activeKey={isCaptures ? CAPTURES : 'checks'}
        onChange={(key) => setQuery(key === CAPTURES ? { of: CAPTURES } : {})}
        items={[
          { key: 'checks', label: t('学习前核验') },
          { key: CAPTURES, label: t('学习抓拍') },
        ]}
      />
      <Image.PreviewGroup>
        <ListPage
          key={String(isCaptures)}
          of={isCaptures ? courseFace['capture-paging'] : courseFace['face-paging']}
          search={['realName']}
          columns={[
            {
              name: 'image',
              width: 96,
              render: (row) =>
                row.image === '' ? '—' : <Image src={row.image} alt={t('{{name}}的照片', { name: row.realName })} width={64} />,
            },
            { name: 'realName', width: 120 },
            { name: 'deptCode_dictText', ellipsis: true },
            { name: 'courseName', ellipsis: true },
            { name: 'fileName', ellipsis: true },
            { name: 'result', width: 120, render: (row) => <Tag tone={tones[row.result]}>{tLabel(faceResult[row.result])}</Tag> },
            { name: 'reason', ellipsis: true },
            { name: 'score', width: 96, render: (row) => (row.score === null ? '—' : row.score.toFixed(2)) },
            { name: 'createTime', width: 176, sortable: true },
          ]}
          empty={{ hint: t('在课程设置中开启人脸核验或抓拍后，记录会显示在这里。') }}
        />
      </Image.PreviewGroup>
    </>
  )
}
