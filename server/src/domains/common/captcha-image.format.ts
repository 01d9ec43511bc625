// Draws the letters of a captcha: readable for a person; slanted, crossed and spotted against programs.
import { GlobalFonts, type SKRSContext2D, createCanvas } from '@napi-rs/canvas'
import { randomInt } from 'node:crypto'
import { fileURLToPath } from 'node:url'

const WIDTH = 150
const HEIGHT = 50
const FAMILY = 'Shuyuan Captcha'
const fontFile = fileURLToPath(import.meta.resolve('@expo-google-fonts/roboto-mono/500Medium/RobotoMono_500Medium.ttf'))

/** A random number from `from` (included) to `to` (not included) in steps of a hundredth. */
const between = (from: number, to: number) => randomInt(Math.round(from * 100), Math.round(to * 100)) / 100
const ink = (lightness: number) => `hsl(${randomInt(360)} ${randomInt(45, 80)}% ${lightness}%)`

/** @returns a PNG of 150 × 50 pixels. Throws when the font cannot be read: without it the picture would have no letters. */
export async function drawCaptcha(text: string): Promise<Buffer> {
  if (!GlobalFonts.has(FAMILY) && !GlobalFonts.registerFromPath(fontFile, FAMILY)) throw new Error(`font not found: ${fontFile}`)
  const canvas = createCanvas(WIDTH, HEIGHT)
  const pen = canvas.getContext('2d')
  pen.fillStyle = `hsl(${randomInt(360)} 30% 95%)`
  pen.fillRect(0, 0, WIDTH, HEIGHT)
  for (let spot = 0; spot < 60; spot++) drawSpot(pen)
  for (let line = 0; line < 3; line++) drawCurve(pen)
  const room = WIDTH / (text.length + 0.6)
  for (const [at, letter] of text.split('').entries()) drawLetter(pen, letter, room * (at + 0.8))
  drawCurve(pen)
  return canvas.encode('png')
}

function drawLetter(pen: SKRSContext2D, letter: string, x: number) {
  pen.save()
  pen.translate(x + between(-4, 4), HEIGHT / 2 + between(-5, 5))
  pen.rotate(between(-0.45, 0.45))
  pen.transform(1, between(-0.15, 0.15), between(-0.2, 0.2), 1, 0, 0)
  pen.font = `${randomInt(29, 37)}px "${FAMILY}"`
  pen.textAlign = 'center'
  pen.textBaseline = 'middle'
  pen.fillStyle = ink(32)
  pen.fillText(letter, 0, 0)
  pen.restore()
}

function drawCurve(pen: SKRSContext2D) {
  pen.strokeStyle = ink(45)
  pen.lineWidth = between(1, 2.2)
  pen.beginPath()
  pen.moveTo(0, between(5, HEIGHT - 5))
  pen.bezierCurveTo(between(20, 60), between(0, HEIGHT), between(80, 120), between(0, HEIGHT), WIDTH, between(5, HEIGHT - 5))
  pen.stroke()
}

function drawSpot(pen: SKRSContext2D) {
  pen.fillStyle = ink(60)
  pen.fillRect(between(0, WIDTH), between(0, HEIGHT), between(0.5, 2), between(0.5, 2))
}
