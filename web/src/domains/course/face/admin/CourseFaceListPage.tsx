// Back office: face checks before courses, and captures while learning.
import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { t } from '../../../../kernel/i18n.ts'
import { FaceRecords } from '../FaceRecords.tsx'

const CAPTURES = 'captures'

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
      <FaceRecords kind={isCaptures ? 'capture' : 'check'} />
    </>
  )
}
