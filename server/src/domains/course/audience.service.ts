// Whom a course is for.
import { audienceOf } from '../sys/audience.service.ts'

export const courseAudience = audienceOf('course', [1])
