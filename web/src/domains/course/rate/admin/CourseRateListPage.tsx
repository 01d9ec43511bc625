// Back office: ratings of courses.
import { RateList } from '../RateList.tsx'

export default function CourseRateListPage() {
  return <RateList />
}
