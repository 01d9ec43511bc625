// Whom a course is for.
import { audienceOf } from '../sys/people/audience.service.ts'

export const courseAudience = audienceOf('course', [1])
