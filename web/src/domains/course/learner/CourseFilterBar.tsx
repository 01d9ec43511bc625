// State, category and name: which courses the list shows.
import { learned } from '@shuyuan/contract/course/course.ts'
import type { SubmitEvent } from 'react'
import { useDict } from '../../../kernel/dict.ts'
import { t } from '../../../kernel/i18n.ts'
import type { CourseFilter, Learned } from './useCourseFilter.ts'

const states: (Learned | undefined)[] = [undefined, 'none', 'going', 'finished']

export function CourseFilterBar({ filter, onChange }: { filter: CourseFilter; onChange: (part: Partial<CourseFilter>) => void }) {
  const { data: categories = [] } = useDict('course_catalog')
  const search = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const title = new FormData(event.currentTarget).get('title')
    onChange({ title: typeof title === 'string' ? title.trim() : '' })
  }
  return (
    <div className="course-filter">
      <div className="course-states" role="group" aria-label={t('学习状态')}>
        {states.map((state) => (
          <button key={state ?? 'all'} type="button" aria-pressed={filter.learned === state} onClick={() => onChange({ learned: state })}>
            {state ? t(learned[state]) : t('全部')}
          </button>
        ))}
      </div>
      <form className="course-search" role="search" key={filter.title} onSubmit={search}>
        {categories.length > 0 && (
          <select aria-label={t('课程分类')} value={filter.catId} onChange={(event) => onChange({ catId: event.target.value })}>
            <option value="">{t('全部分类')}</option>
            {categories.map((one) => (
              <option key={one.value} value={one.value}>
                {t(one.title)}
              </option>
            ))}
          </select>
        )}
        <input
          type="search"
          name="title"
          aria-label={t('搜索课程')}
          placeholder={t('搜索课程名称')}
          defaultValue={filter.title}
          maxLength={100}
        />
        <button type="submit" className="btn">
          {t('搜索')}
        </button>
      </form>
    </div>
  )
}
