// Where the pages of a course lead while it is learnt, and while it is previewed.
import { useLocation } from 'react-router'
import { coursePath } from '../catalog/course-labels.ts'

const PREVIEW = '/web/course/preview/'

const previewPath = (courseId: string, fileId = '') => `${PREVIEW}${courseId}${fileId === '' ? '' : `/${fileId}`}`

export const useIsPreview = (): boolean => useLocation().pathname.startsWith(PREVIEW)

/** @returns the address of a course or of one of its files, as coursePath has it; a preview stays one */
export const useCoursePath = (): typeof coursePath => (useIsPreview() ? previewPath : coursePath)
