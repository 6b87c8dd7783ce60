console.log('ok 1 - bad'); console.error('{"e":"end"}');
