// Deletes expired captchas.
import type { App } from '../../kernel/ctx.ts'
import type { Job } from '../../kernel/jobs.ts'
import { sweepCaptchas } from './captcha.service.ts'

export const captchaJobs = (app: App): Job[] => [{ name: 'common.captcha.sweep', cron: '*/5 * * * *', run: () => sweepCaptchas(app) }]
