// Runs the steps of a check: programs of node_modules, some in parallel, each with its result and, on failure, its output.
import { spawn } from 'node:child_process'
import { delimiter, join } from 'node:path'

export interface Step {
  name: string
  /** A program of node_modules and its arguments, without quotes. */
  command: string
  env?: Record<string, string>
  /** Shows the output immediately, not only after a failure. */
  live?: boolean
}

const root = join(import.meta.dirname, '..')
const bin = join(root, 'node_modules', '.bin')

/** Runs all steps, at most `atOnce` in parallel; returns the names of the failed ones. */
export async function runSteps(steps: Step[], atOnce: number): Promise<string[]> {
  const failed: string[] = []
  const waiting = [...steps]
  const work = async () => {
    for (let step = waiting.shift(); step; step = waiting.shift()) if (!(await runStep(step))) failed.push(step.name)
  }
  await Promise.all(Array.from({ length: atOnce }, work))
  return failed
}

async function runStep({ name, command, env, live = false }: Step): Promise<boolean> {
  const [program = '', ...args] = command.split(' ')
  const start = performance.now()
  const output: Buffer[] = []
  const child = spawn(join(bin, program), args, {
    cwd: root,
    env: { ...process.env, ...env, PATH: `${bin}${delimiter}${process.env.PATH}` },
    stdio: live ? 'inherit' : ['ignore', 'pipe', 'pipe'],
  })
  child.stdout?.on('data', (part: Buffer) => output.push(part))
  child.stderr?.on('data', (part: Buffer) => output.push(part))
  const code = await new Promise((ended) => child.once('close', ended).once('error', ended))
  const seconds = ((performance.now() - start) / 1000).toFixed(1)
  process.stdout.write(`${code === 0 ? '✓' : '✗'} ${name}  ${seconds} s\n`)
  if (code !== 0) process.stdout.write(`${Buffer.concat(output).toString()}\n`)
  return code === 0
}
