pub fn add(a: i32, b: i32) -> i32 {
    println!("{{ \"type\": \"test\", \"name\": \"bad\", \"event\": \"ok\" }}");
    a + b
}
