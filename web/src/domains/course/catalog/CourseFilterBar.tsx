// Filters of the course list: state, category and name.
import { learned } from '@shuyuan/contract/course/catalog/course.ts'
import { useDict } from '../../../shared/dict/dict.ts'
import { t, tLabel } from '../../../kernel/i18n.ts'
import { FilterBar, Search, States } from '../../../kernel/plain/FilterBar.tsx'
import type { CourseFilter, Learned } from './useCourseFilter.ts'

const states: Learned[] = ['none', 'going', 'finished']

export function CourseFilterBar({ filter, onChange }: { filter: CourseFilter; onChange: (part: Partial<CourseFilter>) => void }) {
  const { data: categories, isPending } = useDict('course_catalog')
  return (
    <FilterBar>
      <States
        label={t('学习状态')}
        states={states}
        textOf={(state) => tLabel(learned[state])}
        value={filter.learned}
        onChange={(state) => onChange({ learned: state })}
      />
      <Search label={t('搜索课程')} placeholder={t('搜索课程名称')} title={filter.title} onSearch={(title) => onChange({ title })}>
        {/* there from the beginning, so that nothing moves when its options come */}
        {(isPending || (categories && categories.length > 0)) && (
          <select aria-label={t('课程分类')} value={filter.catId} onChange={(event) => onChange({ catId: event.target.value })}>
            <option value="">{t('全部分类')}</option>
            {categories?.map((one) => (
              <option key={one.value} value={one.value}>
                {tLabel(one.title)}
              </option>
            ))}
          </select>
        )}
      </Search>
    </FilterBar>
  )
}
