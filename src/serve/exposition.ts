import type { Registry } from 'prom-client'

/**
 * The text of a registry as Prometheus reads it. Lines without a value are left out: the library writes `Nan` for the delay of
 * an event loop that was not measured yet.
 */
export async function exposition(registry: Registry): Promise<string> {
	const text = await registry.metrics()
	return text.replace(/^(?!#).* Nan$\n?/gm, '')
}
