// Runs the steps of a check: programs of node_modules, some in parallel, each with its result and, on failure, its output.
import { spawn } from 'node:child_process'
import { constants, setPriority } from 'node:os'
import { delimiter, join } from 'node:path'
import { ProcessorClock } from './processor.ts'

export interface Step {
  name: string
  /** A program of node_modules and its arguments, without quotes. */
  command: string
  env?: Record<string, string>
  /** Shows the output immediately, not only after a failure. */
  live?: boolean
  /** Takes only what other processes leave of the processors. */
  yields?: boolean
}

export interface Done {
  name: string
  ok: boolean
  /** on the clock */
  seconds: number
  /** of the processors, with all processes that it started; undefined where the system does not tell */
  processor: number | undefined
  /** what it wrote; empty where that was shown as it came */
  output: string
}

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

/** Runs all steps, at most `atOnce` in parallel; returns the names of the failed ones. */
export async function runSteps(steps: Step[], atOnce: number): Promise<string[]> {
  return failedOf(await runMeasured(steps, atOnce))
}

export const failedOf = (steps: Done[]): string[] => steps.filter(({ ok }) => !ok).map(({ name }) => name)

/** Runs all steps, at most `atOnce` in parallel. */
export async function runMeasured(steps: Step[], atOnce: number): Promise<Done[]> {
  const done: Done[] = []
  const waiting = [...steps]
  const clock = new ProcessorClock()
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) done.push(await runStep(step, clock))
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  clock.stop()
  return done
}

async function runStep({ name, command, env, live = false, yields = false }: Step, clock: ProcessorClock): Promise<Done> {
  const [program = '', ...args] = command.split(' ')
  const start = performance.now()
  const output: Buffer[] = []
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  if (yields && child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW)
  child.stdout?.on('data', (part: Buffer) => output.push(part))
  child.stderr?.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise((ended) => child.once('close', ended).once('error', ended))
  const processor = child.pid === undefined ? undefined : clock.secondsOf(child.pid)
  const seconds = (performance.now() - start) / 1_000
  const cost = processor === undefined ? '' : `, ${processor.toFixed(1)} s of processor`
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}  ${seconds.toFixed(1)} s${cost}\n`)
  const text = Buffer.concat(output).toString()
  if (code !== 0) process.stdout.write(`${text}\n`)
  return { name, ok: code === 0, seconds, processor, output: text }
}
